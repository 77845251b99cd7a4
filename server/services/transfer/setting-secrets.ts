/** Secrets of the service by which a user is notified are parts of the personal settings. */

const NAMES = ['webhook_secret', 'notify_sealed'] as const

/** `change` gets the text of each secret and gives the one to keep; "" takes it out. */
export function withSettingSecrets(setting: string, change: (secret: string) => string): string {
  if (!NAMES.some((name) => setting.includes(name))) return setting
  const settings: Record<string, unknown> = { ...settingOf(setting) }
  for (const name of NAMES) {
    const secret = settings[name]
    const changed = typeof secret === 'string' && secret !== '' ? change(secret) : ''
    if (changed === '') delete settings[name]
    else settings[name] = changed
  }
  return JSON.stringify(settings)
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
