;;; eglot.el --- the server in Emacs, by way of eglot  -*- lexical-binding: t -*-

;; Run by run, in batch mode, behind the configuration that docs/editors.md gives.

(require 'eglot)
(require 'flymake)

(setq eglot-sync-connect t)

(defun forge-wait (what condition)
  "Wait until CONDITION holds. WHAT says in an error what did not happen."
  (let ((left 200))
    (while (not (funcall condition))
      (when (zerop (setq left (1- left)))
        (error "Timeout: %s" what))
      (accept-process-output nil 0.05))))

(defun forge-expect (want)
  "Fail unless the saved file holds WANT."
  (save-buffer)
  (let ((file buffer-file-name))
    (with-temp-buffer
      (insert-file-contents file)
      (unless (search-forward want nil t)
        (error "%s is not in the file: %s" want (buffer-string))))))

(let ((file (expand-file-name "a.txt" (getenv "TMPDIR"))))
  (with-temp-file file
    (insert "<tool>\n<server_name>local</server_name>\n<tool_name>search_files</tool_name>\n"
            "<arguments>\n  <path>🙂/q&a</path>\n  <pattern>x & y</pattern>\n</arguments>\n</tool>\n"))
  (find-file file)
  (apply #'eglot--connect (eglot--guess-contact))
  (flymake-start)
  (forge-wait "two findings" (lambda () (= 2 (length (flymake-diagnostics)))))

  (goto-char (point-min))
  (search-forward "🙂/q")
  (let ((finding (car (flymake-diagnostics (point) (1+ (point))))))
    (unless (and finding (= (flymake-diagnostic-beg finding) (point)))
      (error "No finding at the first ampersand: %s" (flymake-diagnostics))))
  (message "  ok   finding behind an emoji")

  (let ((actions (append (eglot-code-actions (point) (1+ (point)) "quickfix") nil)))
    (unless (plist-get (car actions) :isPreferred)
      (error "The first fix is not preferred: %s" actions))
    (eglot-execute (eglot-current-server) (car actions)))
  (unless (search-forward "&amp;a</path>\n  <pattern>x & y</pattern>" nil t)
    (error "Not mended: %s" (buffer-string)))
  (message "  ok   preferred fix")

  (forge-expect "<pattern>x &amp; y</pattern>")
  (message "  ok   fix all on save")
  (message "Emacs %s" emacs-version))

;;; eglot.el ends here
