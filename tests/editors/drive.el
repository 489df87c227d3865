;;; drive.el --- takes Emacs through a session, and writes down what it shows  -*- lexical-binding: t -*-

;; Given by the environment: the file to open, a new name, and where the record goes.

(require 'cl-lib)
(require 'eglot)
(require 'flymake)
(require 'json)

(defvar drive-record nil "What was seen, as an association list.")

(defun drive-shown ()
  "The diagnostics of this buffer, in the order of their lines."
  (sort (mapcar (lambda (each)
                  (cons (line-number-at-pos (flymake-diagnostic-beg each))
                        (flymake-diagnostic-text each)))
                (flymake-diagnostics))
        (lambda (a b) (< (car a) (car b)))))

(defun drive-shows (&rest wanted)
  "Whether the diagnostics are those WANTED, each a line and a code."
  (let ((shown (drive-shown)))
    (and (= (length shown) (length wanted))
         (cl-every (lambda (each want)
                     (and (= (car each) (car want)) (string-match-p (cadr want) (cdr each))))
                   shown wanted))))

(defun drive-wait (what holds)
  "Wait until HOLDS is true, or fail saying WHAT did not happen."
  (let ((until (+ (float-time) 20)))
    (while (not (funcall holds))
      (when (> (float-time) until)
        (error "%s did not happen; shown: %S" what (drive-shown)))
      (accept-process-output nil 0.05))))

(defun drive-send ()
  "Send all edits to the server, as timers do once nothing is typed."
  (dolist (buffer (buffer-list))
    (with-current-buffer buffer
      (when (bound-and-true-p eglot--managed-mode)
        (eglot--signal-textDocument/didChange)))))

(defun drive-note (name)
  "Write down under NAME what is shown."
  (push (cons name
              (vconcat (mapcar (lambda (each) `((line . ,(car each)) (text . ,(cdr each))))
                               (drive-shown))))
        drive-record))

(defun drive-choose (_prompt choices &rest _)
  "Choose the first of CHOICES, whatever is asked."
  (let ((all (all-completions "" choices)))
    (push (cons 'actions (vconcat all)) drive-record)
    (car all)))

(defun drive-session ()
  "What a user does."
  (find-file (getenv "PHASELINT_OPEN"))
  (push (cons 'mode (symbol-name major-mode)) drive-record)
  ;; `eglot-ensure' waits for a command of the user, of which a batch has none.
  (run-hooks 'post-command-hook)
  (drive-wait "the first report" (lambda () (drive-shows '(11 "VE103"))))
  (drive-note 'opened)

  (goto-char (point-max))
  (insert "surprise: 1\n")
  (drive-send)
  (drive-wait "the report of an edit" (lambda () (drive-shows '(11 "VE103") '(12 "PL008"))))
  (drive-note 'edited)

  (goto-char (point-min))
  (search-forward "[intak")
  (goto-char (1- (point)))
  (let ((completing-read-function #'drive-choose)
        (last-nonmenu-event ?x))                ; a key, and not the mouse
    (eglot-code-actions (point) (1+ (point)) "quickfix" t))
  (drive-send)
  (drive-wait "the code action" (lambda () (drive-shows '(12 "PL008"))))
  (drive-note 'fixed)

  (cl-letf (((symbol-function 'y-or-n-p) #'always))     ; asked about files that are not open
    (eglot-rename (getenv "PHASELINT_NAME")))
  (drive-send)
  (drive-wait "the rename"
              (lambda () (and (drive-shows '(12 "PL008"))
                              (save-excursion
                                (goto-char (point-min))
                                (search-forward (getenv "PHASELINT_NAME") nil t)))))
  (drive-note 'renamed)
  (save-some-buffers t))

(condition-case problem
    (drive-session)
  (error (push (cons 'problem (error-message-string problem)) drive-record)))
(let ((record (json-encode drive-record)))
  (write-region record nil (getenv "PHASELINT_RECORD")))
(kill-emacs 0)

;;; drive.el ends here
