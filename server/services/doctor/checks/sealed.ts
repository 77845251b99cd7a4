import { sealedTexts } from '../../../../db/tables/sealed'
import { isOptionKey, optionRow } from '../../../domain/options'
import { CHANNEL_PROXY_PURPOSE } from '../../channels/proxy'
import { CHANNEL_KEY_PURPOSE } from '../../channels/view'
import { CONTACT_POINT_PURPOSE } from '../../notifications/contact-points/receiver'
import { readSetting, WEBHOOK_SECRET_PURPOSE } from '../../notifications/setting'
import { OPTION_PURPOSE } from '../../options/purpose'
import type { Sealer } from '../../seal'
import { TOTP_PURPOSE } from '../../second-factor/prove'
import { TOKEN_KEY_PURPOSE } from '../../tokens/view'
import type { Check } from '../check'
import { someOf } from '../list-some'
import type { Stored } from '../stored'

interface SealedText {
  readonly sealed: string
  readonly purpose: string
}

export const sealed: Check<Stored> = {
  id: 'sealed',
  area: 'database',
  look: async ({ db, sealer: openSealer }) => {
    const sealer = openSealer()
    const texts = sealedOf(await sealedTexts(db.lists))
    const closed = texts.filter((text) => sealer === undefined || !opens(sealer, text))
    if (closed.length === 0) {
      return { status: 'ok', text: 'doctor.sealed.ok', params: { count: texts.length } }
    }
    const params = {
      count: closed.length,
      total: texts.length,
      keys: someOf([...new Set(closed.map(({ sealed }) => sealed.split(':')[1] ?? '?'))]),
      present: sealer?.keyId ?? '-',
    }
    return { status: 'fail', text: 'doctor.sealed.closed', hint: 'doctor.sealed.hint', params }
  },
}

function sealedOf(stored: Awaited<ReturnType<typeof sealedTexts>>): SealedText[] {
  const secrets = stored.options.filter(({ key }) => isOptionKey(key) && optionRow(key).secret)
  const settings = stored.userSettings.map(readSetting)
  const ofUsers = settings.flatMap((setting) => [
    ...(setting?.webhook_secret ? [setting.webhook_secret] : []),
    ...(setting?.notify_sealed ? [setting.notify_sealed] : []),
  ])
  const all = (texts: readonly string[], purpose: string) =>
    texts.map((sealed) => ({ sealed, purpose }))
  return [
    ...all(stored.channelKeys, CHANNEL_KEY_PURPOSE),
    ...all(stored.channelProxies, CHANNEL_PROXY_PURPOSE),
    ...all(stored.tokenKeys, TOKEN_KEY_PURPOSE),
    ...all(stored.appSecrets, TOTP_PURPOSE),
    ...all(
      secrets.map(({ value }) => value),
      OPTION_PURPOSE,
    ),
    ...all(ofUsers, WEBHOOK_SECRET_PURPOSE),
    ...all(stored.contactPoints, CONTACT_POINT_PURPOSE),
  ]
}

function opens(sealer: Sealer, { sealed, purpose }: SealedText): boolean {
  try {
    sealer.open(sealed, purpose)
    return true
  } catch {
    return false
  }
}
