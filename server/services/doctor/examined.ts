/** What the questions about a gateway's settings and rows look at. */
import type { ValkeyError } from '../../../db/valkey/valkey-error'
import type { Clock } from '../../clock'
import type { Language } from '../../domain/i18n/translate'
import type { OptionProblem, OptionValues } from '../../domain/options'
import type { Stored } from './stored'

/** Connects and hangs up again; throws when that fails, or is refused to this channel. */
export type Reach = (target: {
  readonly url: string
  readonly allowPrivate: boolean
}) => Promise<void>

export interface Examined extends Stored {
  readonly options: OptionValues
  readonly optionProblems: readonly OptionProblem[]
  readonly clock: Clock
  /** Of reasons that others give. */
  readonly language: Language
  /** Absent when nothing outside may be asked. */
  readonly reach: Reach | undefined
  /** Why Valkey cannot be used, `undefined` if it can; absent where none is named. */
  readonly valkey?: (() => Promise<ValkeyError | undefined>) | undefined
}
