import { insertLog } from '../../../db/tables/logs'
import { nowSeconds } from '../../clock'
import { translate } from '../../domain/i18n/translate'
import type { OptionValues } from '../../domain/options'
import { LOG_TYPE, type LogTypeName } from '../../domain/status'
import type { Work } from '../work'

export interface LogEntry {
  readonly type: Exclude<LogTypeName, 'consumption' | 'error'>
  /** Whose log it is, not who did it: that is in the audit log. */
  readonly user: { readonly id: number; readonly username: string }
  readonly content: string
  /** Credits that moved, for the types that move some. */
  readonly quota?: number
}

/** A row of the usage log that is not a call, in the caller's transaction. */
export async function recordLog({ trx, actor, clock }: Work, entry: LogEntry): Promise<void> {
  await insertLog(trx, {
    user_id: entry.user.id,
    created_at: nowSeconds(clock),
    type: LOG_TYPE[entry.type],
    content: entry.content,
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
    group: '',
    ip: actor.ip,
    request_id: actor.requestId,
    other: '',
  })
}

/** Credits in words, the way the site shows them to people. */
export function quotaText(
  credits: number,
  options: Pick<OptionValues, 'DisplayInCurrencyEnabled' | 'QuotaPerUnit'>,
): string {
  return options.DisplayInCurrencyEnabled
    ? translate('zh', 'log.dollars', { dollars: (credits / options.QuotaPerUnit).toFixed(6) })
    : translate('zh', 'log.credits', { credits })
}
