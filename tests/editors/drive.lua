-- Takes Neovim through a session as its user would have it, and writes down what it shows.
-- Given by the environment: the file to open, a new name, and where the record goes.

local record = { steps = {} }

local function shown()
  local found = {}
  for _, each in ipairs(vim.diagnostic.get(0)) do
    table.insert(found, { code = each.code, line = each.lnum + 1, source = each.source })
  end
  table.sort(found, function(a, b)
    return a.line < b.line
  end)
  return found
end

local function codes()
  return table.concat(vim.tbl_map(function(each)
    return each.code
  end, shown()), ' ')
end

local function wait(what, holds)
  if not vim.wait(20000, holds, 20) then
    error(what .. ' did not happen; shown: ' .. codes())
  end
end

local function note(name)
  record.steps[name] = shown()
end

local function session()
  vim.cmd('edit ' .. vim.env.PHASELINT_OPEN)
  record.filetype = vim.bo.filetype
  wait('the first report', function()
    return codes() == 'VE103'
  end)
  note('opened')

  vim.api.nvim_buf_set_lines(0, -1, -1, false, { 'surprise: 1' })
  wait('the report of an edit', function()
    return codes() == 'VE103 PL008'
  end)
  note('edited')

  vim.ui.select = function(items, options, choose)
    local show = options.format_item or tostring
    record.actions = vim.tbl_map(show, items)
    choose(items[1], 1)
  end
  vim.fn.search('intak')
  vim.lsp.buf.code_action()
  wait('the code action', function()
    return codes() == 'PL008'
  end)
  note('fixed')

  vim.fn.search('intake')
  vim.lsp.buf.rename(vim.env.PHASELINT_NAME)
  wait('the rename', function()
    return vim.fn.search(vim.env.PHASELINT_NAME, 'nw') > 0 and codes() == 'PL008'
  end)
  note('renamed')
  vim.cmd('silent wall')
end

local ok, problem = pcall(session)
record.problem = not ok and tostring(problem) or nil
vim.fn.writefile({ vim.fn.json_encode(record) }, vim.env.PHASELINT_RECORD)
vim.cmd('qall!')
