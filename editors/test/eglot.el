;;; eglot.el --- the server in Emacs, by way of eglot  -*- lexical-binding: t -*-

(require 'eglot)
(require 'flymake)

(setq eglot-sync-connect t
      eglot-connect-timeout 600)

(defun forge-managed (name text &optional place)
  "Open the file NAME with TEXT, which eglot manages, point after the first PLACE."
  (forge-open name text place)
  (unless (eglot-managed-p)
    (apply #'eglot--connect (eglot--guess-contact))
    (forge-wait "eglot manages the buffer" (eglot-managed-p))))

(defun forge-eldoc (function)
  "What FUNCTION of `eldoc-documentation-functions' tells."
  (let (told)
    (funcall function (lambda (text &rest _) (setq told text)))
    (substring-no-properties (forge-wait (symbol-name function) told))))

(forge-test "diagnostics after an emoji"
  (forge-managed "a.txt" (forge-call "search_files" "  <path>🙂/q&a</path>" "  <pattern>x & y</pattern>") "🙂/q")
  (flymake-start)
  (forge-wait "diagnostics" (< 1 (length (flymake-diagnostics))))
  (let ((found (car (flymake-diagnostics (point) (1+ (point))))))
    (unless (and found (= (flymake-diagnostic-beg found) (point)))
      (error "None at the first ampersand: %s" (flymake-diagnostics)))))

(forge-test "fixes, the preferred one first"
  (let ((actions (append (eglot-code-actions (point) (1+ (point)) "quickfix") nil)))
    (unless (plist-get (car actions) :isPreferred)
      (error "The first fix is not preferred: %s" actions))
    (eglot-execute (eglot-current-server) (car actions)))
  (forge-has "🙂/q&amp;a</path>\n  <pattern>x & y</pattern>"))

(forge-test "fix all on save"
  (forge-saved "<pattern>x &amp; y</pattern>"))

(forge-test "completion of a whole call"
  (forge-managed "complete.txt" "<tool" "<tool")
  (forge-complete (eglot-completion-at-point) "read_file")
  (forge-has "<tool_name>read_file</tool_name>")
  (forge-has "<path>"))

(forge-test "completion of a path"
  (forge-managed "path.txt" (forge-call "read_file" "  <path>compl</path>") "<path>compl")
  (forge-complete (eglot-completion-at-point) "complete.txt")
  (forge-has "<path>complete.txt</path>"))

(forge-test "hover"
  (forge-managed "b.txt" forge-sound "read_")
  (forge-tells (forge-eldoc #'eglot-hover-eldoc-function) "Reads a text file"))

(forge-test "signature help"
  (forge-managed "g.txt" forge-sound "<arguments>")
  (forge-tells (forge-eldoc #'eglot-signature-eldoc-function) "path"))

(forge-test "outline"
  (forge-tells (format "%s" (imenu--make-index-alist t)) "read_file"))

(forge-test "definition"
  (forge-managed "d.txt" (forge-call "deploy" "  <service>web</service>") "<tool_name>dep")
  (forge-tells (format "%s" (xref-backend-definitions 'eglot "")) "tools.yaml"))

(forge-test "highlights"
  (forge-managed "h.txt" forge-sound "<pa")
  (eglot-hover-eldoc-function #'ignore)
  (forge-wait "both tags"
    (= 2 (seq-count (lambda (overlay) (eq (overlay-get overlay 'face) 'eglot-highlight-symbol-face))
                    (overlays-in (point-min) (point-max))))))

(forge-test "rename of both tags"
  (eglot-rename "file")
  (forge-has "<file>docs/a.md</file>"))

(forge-test "formatting"
  (forge-managed "f.txt" (string-replace "  <path>" "<path>" forge-sound))
  (eglot-format-buffer)
  (forge-has "\n  <path>docs/a.md</path>"))

(forge-test "formatting on type"
  (forge-managed "t.txt" (forge-call "read_file" "  <path") "  <path")
  (let ((last-command-event ?>) (last-input-event ?>))
    (self-insert-command 1 ?>))
  (forge-has "  <path></path>"))

(forge-done (format "Emacs %s, eglot" emacs-version))

;;; eglot.el ends here
