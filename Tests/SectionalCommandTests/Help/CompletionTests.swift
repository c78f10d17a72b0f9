import Foundation
import SectionalTesting
import Testing

/// What the scripts for shells complete.
@Suite struct CompletionTests {
  /// Returns what bash offers for the last of some words.
  private func offers(_ words: String...) throws -> [String] {
    let list = words.map { "'\($0)'" }.joined(separator: " ")
    let shell = try ChildProgram(
      [
        "-c",
        """
        source <(sectional completion bash)
        COMP_WORDS=(\(list)) COMP_CWORD=\(words.count - 1)
        _sectional
        printf '%s\\n' "${COMPREPLY[@]}"
        """,
      ], at: URL(filePath: "/bin/bash"),
      environment: ["PATH": SectionalProcess.productsFolder.path + ":/usr/bin:/bin"])
    let output = try shell.output.fileHandleForReading.readToEnd() ?? Data()
    shell.process.waitUntilExit()
    #expect(shell.process.terminationStatus == 0)
    return String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  @Test func `bash completes commands, actions, options and their values`() throws {
    #expect(try offers("sectional", "c") == ["compare", "check", "cache", "completion"])
    #expect(try offers("sectional", "triggers", "un") == ["uninstall"])
    #expect(try offers("sectional", "list", "a.sqlite", "t", "--so") == ["--sort"])
    #expect(try offers("sectional", "watch", "a.sqlite", "t", "--format", "") == ["text", "jsonl"])
    #expect(try offers("sectional", "help", "gen") == ["generate"])
    // Files are the shell's to complete.
    #expect(try offers("sectional", "list", "con").isEmpty)
  }

  @Test func `zsh gets the same functions, and an unknown shell is refused`() throws {
    let zsh = try SectionalProcess.run("completion", "zsh")
    let bash = try SectionalProcess.run("completion", "bash")
    #expect(zsh.output == "autoload -Uz bashcompinit && bashcompinit\n" + bash.output)
    let other = try SectionalProcess.run("completion", "fish")
    #expect(other.status == 2)
    #expect(other.complaint.contains("bash or zsh"))
  }
}
