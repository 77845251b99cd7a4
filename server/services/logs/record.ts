import { insertLog } from '../../../db/tables/logs'
import { nowSeconds } from '../../clock'
import { type LogMessage, messageJson, type SecondaryMessage } from '../../domain/logs/kinds'
import { LOG_TYPE, type LogTypeName } from '../../domain/status'
import type { Work } from '../work'

export interface LogEntry {
  readonly type: Exclude<LogTypeName, 'consumption' | 'error'>
  /** Whose log it is, not who did it: that is in the audit log. */
  readonly user: {
    readonly id: number
    readonly username: string
  }
  readonly told: LogMessage
  readonly group?: string
  readonly aside?: SecondaryMessage
  /** Credits that moved, for the types that move some. */
  readonly quota?: number
}

/** A row of the usage log that is not a call, in the caller's transaction. */
export async function recordLog({ trx, actor, clock }: Work, entry: LogEntry): Promise<void> {
  await insertLog(trx, {
    user_id: entry.user.id,
    created_at: nowSeconds(clock),
    type: LOG_TYPE[entry.type],
    // Rendered when it is read, in the reader's language and currency.
    content: '',
    username: entry.user.username,
    token_name: '',
    model_name: '',
    quota: entry.quota ?? 0,
    prompt_tokens: 0,
    completion_tokens: 0,
    use_time: 0,
    is_stream: 0,
    channel_id: 0,
    token_id: 0,
    group: entry.group ?? '',
    ip: actor.ip,
    request_id: actor.requestId,
    other: messageJson(entry.told, entry.aside),
  })
}
