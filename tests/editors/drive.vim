" Takes Vim with ALE through a session, and writes down what it shows.
" Given by the environment: the file to open, and where the record goes.

let s:record = {'steps': {}}
let s:began = reltime()

function! s:Shown() abort
  return map(copy(ale#engine#GetLoclist(bufnr(''))),
  \ '{"code": v:val.code, "line": v:val.lnum, "source": v:val.linter_name}')
endfunction

function! s:End(problem) abort
  if a:problem !=# ''
    let s:record.problem = a:problem . '; shown: ' . string(s:Shown())
  endif
  call writefile([json_encode(s:record)], $PHASELINT_RECORD)
  qall!
endfunction

function! s:Look(timer) abort
  let l:shown = s:Shown()
  let l:codes = join(map(copy(l:shown), 'v:val.code'), ' ')
  if !has_key(s:record.steps, 'opened')
    if l:codes ==# 'VE103'
      let s:record.steps.opened = l:shown
      call append('$', 'surprise: 1')
      doautocmd TextChanged
    endif
  elseif l:codes ==# 'VE103 PL008'
    let s:record.steps.edited = l:shown
    return s:End('')
  endif
  if reltimefloat(reltime(s:began)) > 20
    call s:End('a report did not come')
  endif
endfunction

execute 'edit' fnameescape($PHASELINT_OPEN)
let s:record.filetype = &filetype
call timer_start(50, function('s:Look'), {'repeat': -1})
