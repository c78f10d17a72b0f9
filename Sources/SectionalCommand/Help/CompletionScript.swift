/// The completion of the tool's command lines in a shell.
struct CompletionScript {
  /// A shell with programmable completion.
  enum Shell: String, CaseIterable {
    case bash, zsh
  }

  private let shell: Shell

  init(_ arguments: Arguments) throws {
    let names = Shell.allCases.map(\.rawValue).joined(separator: " or ")
    guard arguments.positionals.count == 1, let shell = Shell(rawValue: arguments.positionals[0])
    else { throw UsageError("completion takes a shell, \(names): sectional completion bash") }
    self.shell = shell
  }

  /// The script, to be sourced by the shell.
  var text: String {
    switch shell {
    case .bash: CompletionScript.bash
    // Functions for bash also work in zsh, which brings what they need.
    case .zsh: "autoload -Uz bashcompinit && bashcompinit\n\(CompletionScript.bash)"
    }
  }

  private static var bash: String {
    """
    _sectional() {
      local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} words=
      if [ "$COMP_CWORD" -eq 1 ]; then
        words="\(CommandName.allCases.map(\.rawValue).joined(separator: " ")) --help --version"
      else
        case "${COMP_WORDS[1]}:$before" in
    \(values)
        esac
        if [ -z "$words" ]; then
          case "${COMP_WORDS[1]}:$word" in
    \(options)
          esac
        fi
      fi
      COMPREPLY=($(compgen -W "$words" -- "$word"))
    }
    complete -o default -F _sectional sectional

    """
  }

  /// What can follow an option, or a command with actions.
  private static var values: String {
    var lines: [String] = []
    for command in CommandName.allCases {
      for option in command.options {
        let values = (option.choices + option.proposals).joined(separator: " ")
        guard !values.isEmpty else { continue }
        lines.append("\(command.rawValue):\(option.name)) words=\"\(values)\" ;;")
      }
      guard !command.actions.isEmpty else { continue }
      let actions = command.actions.joined(separator: " ")
      lines.append("\(command.rawValue):\(command.rawValue)) words=\"\(actions)\" ;;")
    }
    return lines.map { "      \($0)" }.joined(separator: "\n")
  }

  private static var options: String {
    CommandName.allCases.map { command in
      "        \(command.rawValue):-*) "
        + "words=\"\(command.grammar.names.joined(separator: " "))\" ;;"
    }.joined(separator: "\n")
  }
}
