-- `nvim --headless --clean -S start.lua` runs the file that $FORGE_TEST_FILE names
-- when the editor is up, as a user's first keystroke would come.
vim.api.nvim_create_autocmd('VimEnter', {
  callback = function()
    vim.schedule(function()
      local ok, err = pcall(dofile, vim.env.FORGE_TEST_FILE)
      if not ok then
        io.stderr:write(tostring(err), '\n')
        vim.cmd('cquit 1')
      end
    end)
  end,
})
