import type { UserRow } from '../../../db/tables/users'

/** What of a user leaves the services: no password hash, and nothing of shared receipts. */
export type UserView = Omit<UserRow, 'password_hash' | 'receipts_since' | 'subscriptions'>

function withoutSecrets(setting: string): string {
  if (!setting.includes('webhook_secret') && !setting.includes('notify_sealed')) return setting
  const shown: Record<string, unknown> = { ...Object(JSON.parse(setting)) }
  // Its fields say which secrets are set.
  delete shown.notify_sealed
  return JSON.stringify(
    shown.webhook_secret === undefined ? shown : { ...shown, webhook_secret: '***' },
  )
}

export function toUserView(row: UserRow): UserView {
  const { password_hash: _, receipts_since: __, subscriptions: ___, ...shown } = row
  return { ...shown, setting: withoutSecrets(row.setting) }
}
