;;; forge.el --- what the tests in Emacs share  -*- lexical-binding: t -*-

;; Loaded by run, in batch mode, after the configuration that docs/editors.md gives and before
;; the tests of a client.

(defvar forge-failed nil)

(defvar forge-folder (file-name-as-directory (expand-file-name "project" (getenv "TMPDIR")))
  "A project with a tool of its own.")

(make-directory (expand-file-name ".forge" forge-folder) t)
(make-directory (expand-file-name ".git" forge-folder) t)
(with-temp-file (expand-file-name ".forge/tools.yaml" forge-folder)
  (insert "tools:\n  - name: deploy\n    parameters:\n      type: object\n      properties:\n        service: {type: string}\n"))

(defmacro forge-test (name &rest body)
  "Run BODY as the test NAME."
  (declare (indent 1))
  `(condition-case reason
       (progn ,@body (message "  ok   %s" ,name))
     (error (setq forge-failed t)
            (message "  FAIL %s: %s\n%s" ,name (error-message-string reason) (buffer-string)))))

(defmacro forge-wait (what &rest condition)
  "Wait until CONDITION holds, and return its value.  WHAT tells in an error what did not happen."
  (declare (indent 1))
  `(let ((left 12000) value) ; ten minutes: only a test that hangs ends so
     (while (not (setq value (progn ,@condition)))
       (when (zerop (setq left (1- left)))
         (error "Timeout: %s" ,what))
       (accept-process-output nil 0.05)
       (sit-for 0)) ; timers
     value))

(defun forge-call (tool &rest lines)
  "A call of TOOL, with LINES as its arguments."
  (concat "<tool>\n<server_name>local</server_name>\n<tool_name>" tool "</tool_name>\n<arguments>\n"
          (mapconcat (lambda (line) (concat line "\n")) lines "") "</arguments>\n</tool>\n"))

(defconst forge-sound (forge-call "read_file" "  <path>docs/a.md</path>"))

(defun forge-open (name text &optional place)
  "Open the file NAME with TEXT, point after the first PLACE."
  (let ((file (expand-file-name name forge-folder)))
    (with-temp-file file (insert text))
    (find-file file)
    (goto-char (point-min))
    (when place (search-forward place))))

(defun forge-has (text)
  "Fail unless the buffer has TEXT."
  (unless (save-excursion (goto-char (point-min)) (search-forward text nil t))
    (error "%s is not there" text)))

(defun forge-tells (text part)
  "Fail unless PART is in TEXT."
  (unless (string-search part text)
    (error "%s is not in %s" part text)))

(defun forge-saved (text)
  "Save, and fail unless the file has TEXT."
  (save-buffer)
  (let ((file buffer-file-name))
    (with-temp-buffer
      (insert-file-contents file)
      (forge-has text))))

(defun forge-complete (capf label)
  "Insert LABEL, which is among the completions that CAPF returns."
  (pcase-let* ((`(,start ,end ,table . ,rest) capf)
               (typed (buffer-substring start end))
               (offered (completion-all-completions typed table nil (length typed) (completion-metadata typed table nil)))
               (found (progn
                        (when offered (setcdr (last offered) nil)) ; a number, not an item
                        (seq-find (lambda (item) (equal (substring-no-properties item) label)) offered))))
    (unless found
      (error "%s is not among %s" label offered))
    (delete-region start end)
    (goto-char start)
    (insert found)
    (funcall (plist-get rest :exit-function) found 'finished)))

(defun forge-done (version)
  "End Emacs, with VERSION as the last that is told."
  (message "%s" version)
  (kill-emacs (if forge-failed 1 0)))

;;; forge.el ends here
