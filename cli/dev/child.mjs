// Runs one child and behaves as if it were this process: signals in, exit code out.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'

const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT']

/**
 * @param {string} file program
 * @param {string[]} args
 * @param {{ cwd: string, env?: Record<string, string | undefined>,
 *   onOutput?: (text: string) => void }} options onOutput sees a copy of stdout and stderr
 * @returns {Promise<number>} exit code, 128 + signal number after a signal
 */
export function runChild(file, args, { cwd, env = {}, onOutput }) {
  const child = spawn(file, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: onOutput ? ['inherit', 'pipe', 'pipe'] : 'inherit',
  })
  if (onOutput) {
    copy(child.stdout, process.stdout, onOutput)
    copy(child.stderr, process.stderr, onOutput)
  }
  const forward = (signal) => {
    // Ctrl-C in a terminal reaches the entire foreground group; sent twice it would mean "now".
    if (signal === 'SIGINT' && process.stdin.isTTY) return
    child.kill(signal)
  }
  for (const signal of FORWARDED) process.on(signal, forward)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    // 'close' and not 'exit': the last lines of the output arrive between the two.
    child.once('close', (code, signal) => {
      for (const name of FORWARDED) process.off(name, forward)
      resolve(code ?? 128 + (constants.signals[signal] ?? 0))
    })
  })
}

function copy(from, to, onOutput) {
  from.setEncoding('utf8')
  from.on('data', (text) => {
    onOutput(text)
    to.write(text)
  })
}
