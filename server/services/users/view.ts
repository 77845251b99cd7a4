import type { UserRow } from '../../../db/tables/users'

/** What of a user leaves the services: no password hash, and nothing of shared receipts. */
export type UserView = Omit<UserRow, 'password_hash' | 'receipts_since'>

function withoutWebhookSecret(setting: string): string {
  if (!setting.includes('webhook_secret')) {
    return setting
  }
  const parsed: unknown = JSON.parse(setting)
  const shown = typeof parsed === 'object' && parsed !== null ? parsed : {}
  return JSON.stringify({ ...shown, webhook_secret: '***' })
}

export function toUserView(row: UserRow): UserView {
  const { password_hash: _, receipts_since: __, ...shown } = row
  return { ...shown, setting: withoutWebhookSecret(row.setting) }
}
