/** Why Valkey cannot be used; `doctor.valkey.*` says it to people. */
export type ValkeyProblem =
  | 'unasked'
  | 'address'
  | 'unreachable'
  | 'silent'
  | 'refused'
  | 'garbled'
  | 'unnamed'
  | 'replica'
  | 'evicts'
  | 'lost'
  | 'another'

export class ValkeyError extends Error {
  override readonly name = 'ValkeyError'
  readonly problem: ValkeyProblem
  /** Of the server; "" where it says nothing. Never a password. */
  readonly words: string

  constructor(problem: ValkeyProblem, words = '') {
    super(words === '' ? problem : `${problem}: ${words}`)
    this.problem = problem
    this.words = words
  }
}
