;;; lsp-mode.el --- the server in Emacs, by way of lsp-mode  -*- lexical-binding: t -*-

(load "lsp-mode-autoloads")
(require 'lsp-mode)
(require 'flymake)

(setq lsp-auto-guess-root t ; else it asks
      lsp-diagnostics-provider :flymake
      lsp-semantic-tokens-enable t
      lsp-enable-snippet nil ; there is no yasnippet
      lsp-response-timeout 600
      lsp-log-io nil)

(defun forge-managed (name text &optional place)
  "Open the file NAME with TEXT, which lsp-mode manages, point after the first PLACE."
  (forge-open name text place)
  (lsp)
  (forge-wait "lsp-mode manages the buffer"
    (and lsp-managed-mode (lsp-workspaces)
         (eq 'initialized (lsp--workspace-status (car (lsp-workspaces)))))))

(forge-test "diagnostics after an emoji"
  (forge-managed "a.txt" (forge-call "search_files" "  <path>🙂/q&a</path>" "  <pattern>x & y</pattern>") "🙂/q")
  (forge-wait "diagnostics" (< 1 (length (flymake-diagnostics))))
  (let ((found (car (flymake-diagnostics (point) (1+ (point))))))
    (unless (and found (= (flymake-diagnostic-beg found) (point)))
      (error "None at the first ampersand: %s" (flymake-diagnostics)))))

(forge-test "fixes, the preferred one first"
  (let ((actions (append (lsp-code-actions-at-point "quickfix") nil)))
    (unless (lsp-get (car actions) :isPreferred)
      (error "The first fix is not preferred: %s" actions))
    (lsp-execute-code-action (car actions)))
  (forge-has "🙂/q&amp;a</path>\n  <pattern>x & y</pattern>"))

(forge-test "fix all on save"
  (forge-saved "<pattern>x &amp; y</pattern>"))

(forge-test "completion of a whole call"
  (forge-managed "complete.txt" "<tool" "<tool")
  (forge-complete (lsp-completion-at-point) "read_file")
  (forge-has "<tool_name>read_file</tool_name>")
  (forge-has "<path>"))

(forge-test "completion of a path"
  (forge-managed "path.txt" (forge-call "read_file" "  <path>compl</path>") "<path>compl")
  (forge-complete (lsp-completion-at-point) "complete.txt")
  (forge-has "<path>complete.txt</path>"))

(forge-test "hover"
  (forge-managed "b.txt" forge-sound "read_")
  (lsp-describe-thing-at-point)
  (with-current-buffer "*lsp-help*" (forge-has "Reads a text file")))

(forge-test "signature help"
  (forge-managed "g.txt" forge-sound "<arguments>")
  (let (told)
    (setq lsp-signature-function (lambda (text) (setq told text)))
    (lsp-signature-activate)
    (lsp-signature)
    (forge-tells (forge-wait "a signature" told) "path")
    (lsp-signature-stop)))

(forge-test "outline"
  (forge-tells (format "%s" (lsp--imenu-create-index)) "read_file"))

(forge-test "definition"
  (forge-managed "d.txt" (forge-call "deploy" "  <service>web</service>") "<tool_name>dep")
  (forge-tells (format "%s" (xref-backend-definitions 'xref-lsp (xref-backend-identifier-at-point 'xref-lsp))) "tools.yaml"))

(forge-test "highlights"
  (forge-managed "h.txt" forge-sound "<pa")
  (lsp--document-highlight)
  (forge-wait "both tags"
    (= 2 (seq-count (lambda (overlay) (overlay-get overlay 'lsp-highlight)) (overlays-in (point-min) (point-max))))))

(forge-test "rename of both tags"
  (lsp-rename "file")
  (forge-has "<file>docs/a.md</file>"))

(forge-test "formatting"
  (forge-managed "f.txt" (string-replace "  <path>" "<path>" forge-sound))
  (lsp-format-buffer)
  (forge-has "\n  <path>docs/a.md</path>"))

(forge-test "formatting on type"
  (forge-managed "t.txt" (forge-call "read_file" "  <path") "  <path")
  (let ((last-command-event ?>) (last-input-event ?>))
    (self-insert-command 1 ?>))
  (forge-wait "the end tag" (save-excursion (goto-char (point-min)) (search-forward "  <path></path>" nil t))))

(forge-test "code lenses"
  ;; Lenses at the first character of the window it never resolves.
  (forge-managed "l.txt" (concat "First.\n\n" (forge-call "read_file" "  <path>q&a</path>")))
  (lsp-lens-mode 1)
  (lsp-lens-refresh t)
  (forge-wait "lenses"
    (seq-find (lambda (overlay)
                (string-search "Show what the tool receives" (or (overlay-get overlay 'lsp--lens-contents) "")))
              (overlays-in (point-min) (point-max)))))

(forge-test "semantic tokens"
  ;; In text-mode Emacs colors nothing.
  (forge-managed "m.md" forge-sound "<tool_name>")
  (let ((noninteractive nil)) ; else there are no colors
    (font-lock-mode 1))
  (forge-wait "a color"
    (font-lock-ensure)
    (memq 'lsp-face-semhl-function (ensure-list (get-text-property (point) 'face)))))

(forge-done (format "Emacs %s, lsp-mode %s" emacs-version
                    (with-temp-buffer
                      (insert-file-contents (concat (file-name-sans-extension (locate-library "lsp-mode")) "-pkg.el"))
                      (nth 2 (read (current-buffer))))))

;;; lsp-mode.el ends here
