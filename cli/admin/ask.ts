/** Questions at the terminal, on stderr: stdout belongs to results. */
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { terminalText } from '../../server/domain/text/visible-text'
import { UsageError } from '../exit'
import type { Words } from '../words'

/** Throws `UsageError` with `otherwise` when there is nobody to ask. */
export async function ask(question: string, otherwise: Words): Promise<string> {
  return await readLine({ question, otherwise, isShown: true })
}

/** What is typed is not shown. */
export async function askSecretly(question: string, otherwise: Words): Promise<string> {
  return await readLine({ question, otherwise, isShown: false })
}

/** For whoever waits at the other end of stderr, in whatever form results are printed. */
export function tellPerson(text: string): void {
  process.stderr.write(`${terminalText(text)}\n`)
}

interface Question {
  readonly question: string
  readonly otherwise: Words
  readonly isShown: boolean
}

async function readLine({ question, otherwise, isShown }: Question): Promise<string> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) throw new UsageError(otherwise)
  const swallow = new Writable({ write: (_chunk, _encoding, done) => done() })
  const output = isShown ? process.stderr : swallow
  const terminal = createInterface({ input: process.stdin, output, terminal: true })
  try {
    if (!isShown) process.stderr.write(question)
    const answer = await terminal.question(isShown ? question : '')
    if (!isShown) process.stderr.write('\n')
    return answer
  } finally {
    terminal.close()
  }
}
