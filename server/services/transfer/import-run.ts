/** What the parts of one import share: the transaction, what is wished, and the report. */
import { GatewayError } from '../../domain/errors/gateway-error'
import type { ExportedUser } from '../../domain/export-document'
import type { MoneyWork } from '../work'

export type ImportedNoun = 'option' | 'user' | 'channel' | 'token' | 'plan' | 'subscription'

/** Why a row was left out, or what still has to be done about it. */
export type ImportNote =
  | ''
  /** It is here already, and updates were not requested. */
  | 'exists'
  | 'same'
  | 'deleted_in_file'
  /** A deregistered user keeps the name, a revoked token the key. */
  | 'deleted_here'
  | 'option_unknown'
  /** Rows of another gateway have a column that this one does not. */
  | 'column_unknown'
  /** A secret without its text. */
  | 'blank'
  /** The file has the newer name of the option as well. */
  | 'older_name'
  /** What the option needs is not filled in. */
  | 'option_needs'
  | 'owner_missing'
  | 'key_of_another_user'
  /** Several rows here have this name. */
  | 'ambiguous'
  /** The channel came without its key and is disabled until it has one. */
  | 'key_missing'
  /** The channel came without the password of its proxy and is disabled until it has one. */
  | 'proxy_password_missing'
  /** The type of the channel cannot relay yet; it is disabled. */
  | 'type_not_relayed'
  /** The channel came without an address that its type needs, and is disabled. */
  | 'incomplete'
  /** The user came without a password and cannot log in by one until it is reset. */
  | 'password_missing'
  /** The token came without its key and has a new one. */
  | 'key_new'

export interface ImportedRow {
  readonly noun: ImportedNoun
  readonly name: string
  /** 0 for options, and for rows that were not written. */
  readonly id: number
  readonly action: 'create' | 'update' | 'skip'
  readonly note: ImportNote
  /** Of a token that got a new one, this once. */
  readonly key: string
}

export interface ImportRun {
  readonly work: MoneyWork
  /** Overwrite what is here already. */
  readonly update: boolean
  /** What is blank in the file is blank; otherwise it was left out. */
  readonly hasSecrets: boolean
  readonly nowMs: number
  readonly report: (row: Partial<ImportedRow> & Pick<ImportedRow, 'noun' | 'name'>) => void
}

/** Names the row that is refused: an import of thousands is all or nothing. */
export async function located<T>(place: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (cause) {
    if (!(cause instanceof GatewayError)) throw cause
    throw new GatewayError('import.row_refused', { row: place }, { cause })
  }
}

/** Usernames by the ids that the file has; rows without one are referred to by nobody. */
export function namesById(users: readonly ExportedUser[]): ReadonlyMap<number, string> {
  const known = users.filter(({ id }) => id !== 0)
  return new Map(known.map(({ id, username }) => [id, username.trim()]))
}
