/** The secret of a webhook is a part of the personal settings, which are JSON text. */

/** `change` gets the text of the secret and gives the one to keep; "" takes it out. */
export function withWebhookSecret(setting: string, change: (secret: string) => string): string {
  if (!setting.includes('webhook_secret')) return setting
  const { webhook_secret, ...rest } = settingOf(setting)
  const changed =
    typeof webhook_secret === 'string' && webhook_secret !== '' ? change(webhook_secret) : ''
  return JSON.stringify(changed === '' ? rest : { ...rest, webhook_secret: changed })
}

/** Settings that cannot be read count as none, as they do where they are used. */
function settingOf(setting: string): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(setting)
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {}
  } catch {
    return {}
  }
}
