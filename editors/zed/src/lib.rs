//! Starts `forge-lsp serve`, and passes the settings on that Zed has for it.

use zed::settings::LspSettings;
use zed_extension_api::{self as zed, LanguageServerId, Result};

struct Forge;

impl zed::Extension for Forge {
    fn new() -> Self {
        Forge
    }

    fn language_server_command(
        &mut self,
        id: &LanguageServerId,
        worktree: &zed::Worktree,
    ) -> Result<zed::Command> {
        let configured = LspSettings::for_worktree(id.as_ref(), worktree)
            .ok()
            .and_then(|settings| settings.binary);
        let (path, arguments) = match configured {
            Some(binary) => (binary.path, binary.arguments),
            None => (None, None),
        };
        let command = path
            .or_else(|| worktree.which("forge-lsp"))
            .ok_or("forge-lsp is not on the PATH: go install github.com/entrhq/forge-lsp/cmd/forge-lsp@latest")?;
        Ok(zed::Command {
            command,
            args: arguments.unwrap_or_else(|| vec!["serve".to_string()]),
            env: worktree.shell_env(),
        })
    }

    fn language_server_workspace_configuration(
        &mut self,
        id: &LanguageServerId,
        worktree: &zed::Worktree,
    ) -> Result<Option<zed::serde_json::Value>> {
        let settings = LspSettings::for_worktree(id.as_ref(), worktree)?;
        Ok(settings.settings)
    }
}

zed::register_extension!(Forge);
