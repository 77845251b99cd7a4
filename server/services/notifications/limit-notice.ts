/** Who is notified of how far a limit is used: the owner of a token or an account, else root. */

import { findMember, memberNames } from '../../../db/tables/organisations'
import { findProject, projectNames } from '../../../db/tables/projects'
import { findToken } from '../../../db/tables/tokens'
import { findUser, firstRoot, type UserRow } from '../../../db/tables/users'
import { translate } from '../../domain/i18n/translate'
import { isMoney } from '../../domain/limits/kinds'
import type { Limit } from '../../domain/limits/limit'
import { wallText } from '../../domain/limits/zoned-time'
import { formatFineQuota } from '../../domain/money/quota'
import type { LimitAlert } from '../limits/limit-alerts'
import { optionValues } from '../options/current'
import type { ServiceDeps } from '../service-deps'
import { type Delivery, deliverNotice } from './deliver'
import type { Notice } from './notice'
import { notifyOfSpentPlan } from './plan-notice'
import { readSetting } from './setting'
import { tellSite } from './tell-site'

interface Recipient {
  readonly user: UserRow
  readonly name: string
  /** Nobody's own: those who run the site are notified. */
  readonly isOfSite?: true
}

/** Throws what `deliverNotice` and `tellSite` throw. */
export async function notifyOfLimit(deps: ServiceDeps, alert: LimitAlert): Promise<Delivery> {
  const { limit, used, percent, resetMs, sinceMs } = alert
  if (limit.plan !== undefined) return await notifyOfSpentPlan(deps, alert)
  const recipient = await recipientOf(deps, limit)
  if (recipient === undefined || recipient.user.deleted_at !== null) return 'no_way'
  const options = await optionValues(deps.db.reader)
  const { QuotaPerUnit, DisplayInCurrencyEnabled } = options
  const shown = (amount: number) =>
    isMoney(limit.kind)
      ? formatFineQuota(amount, QuotaPerUnit, DisplayInCurrencyEnabled)
      : String(amount)
  const nowMs = deps.clock.nowMs()
  const notice: Notice = {
    type: 'limit_used',
    kind: `limit_${limit.id}_${percent}`,
    intervalMs: nowMs - sinceMs,
    title: percent === 100 ? 'notice.limit_spent_title' : 'notice.limit_used_title',
    text: resetMs === undefined ? 'notice.limit_used_text' : 'notice.limit_used_until_text',
    params: {
      percent,
      ...wordsOf(limit, recipient),
      used: shown(used),
      amount: shown(limit.amount),
      zone: limit.zone,
      ...(resetMs !== undefined && { resets: wallText(resetMs, limit.zone) }),
    },
  }
  if (recipient.isOfSite) return await tellSite(deps, notice)
  return await deliverNotice(deps, options, { user: recipient.user, notice })
}

/** In the language of the recipient: these are words of a sentence. */
function wordsOf({ subject, kind, window }: Limit, { user, name }: Recipient) {
  const language = readSetting(user.setting)?.language ?? 'zh'
  return {
    subject: translate(language, `limit.subject_${subject}`, { name }),
    kind: translate(language, `limit.kind_${kind}`),
    window: translate(language, `limit.window_${window}`),
  }
}

async function recipientOf(
  { db }: ServiceDeps,
  { subject, key }: Limit,
): Promise<Recipient | undefined> {
  if (subject === 'token') {
    const token = await findToken(db.reader, Number(key))
    const user = token && (await findUser(db.reader, token.user_id))
    return user && { user, name: token.name }
  }
  if (subject === 'user') {
    const user = await findUser(db.reader, Number(key))
    return user && { user, name: user.username }
  }
  if (subject === 'member' || subject === 'project') {
    const holder =
      subject === 'member'
        ? await findMember(db.reader, Number(key))
        : await findProject(db.reader, Number(key))
    const user = holder && (await findUser(db.reader, holder.organisation_id))
    const names = subject === 'member' ? memberNames : projectNames
    return user && { user, name: (await names(db.reader, [Number(key)])).get(Number(key)) ?? key }
  }
  const root = await firstRoot(db.reader)
  return root && { user: root, name: key, isOfSite: true }
}
