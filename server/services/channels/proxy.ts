/**
 * The proxy of a channel may have a password. `setting` holds the address without it, which is
 * what everybody sees; the full address is sealed next to it. Rows of older releases have the
 * password in `setting` until a server seals it at its start, so both forms are read.
 */
import type { ChannelRow } from '../../../db/tables/channels'
import { GatewayError } from '../../domain/errors/gateway-error'
import {
  hasCredentials,
  isMaskedAddress,
  maskedAddress,
  withoutCredentials,
} from '../../domain/network/url-credentials'
import type { Sealer } from '../seal'
import { jsonFieldOf, proxyOf, withProxy } from './json-fields'

/** What the sealed address of a proxy is bound to. */
export const CHANNEL_PROXY_PURPOSE = 'channel-proxy'

export type StoredSetting = Pick<ChannelRow, 'setting' | 'proxy_sealed'>

/** As it may be shown. */
export function shownSetting({ setting }: Pick<ChannelRow, 'setting'>): string {
  if (!setting.includes('@')) return setting
  const proxy = proxyOf(setting)
  const masked = maskedAddress(proxy)
  return masked === proxy ? setting : withProxy(setting, masked)
}

/** With the password, for those who relay and for an export of secrets. */
export function openSetting(sealer: Sealer, { setting, proxy_sealed }: StoredSetting): string {
  return proxy_sealed === '' ? setting : withProxy(setting, openProxy(sealer, proxy_sealed))
}

function openProxy(sealer: Sealer, sealed: string): string {
  return sealer.open(sealed, CHANNEL_PROXY_PURPOSE)
}

/**
 * What to store for a typed `setting`. An address that comes back masked keeps the password of
 * the very same proxy; for any other it has to be typed again, so that no password goes to a
 * proxy that it was not meant for. Throws `channel.field_invalid`.
 */
export function settingColumns(
  sealer: Sealer,
  given: string,
  stored: StoredSetting | undefined,
): StoredSetting {
  const setting = jsonFieldOf('setting', given)
  const proxy = proxyOf(setting)
  if (!hasCredentials(proxy)) return { setting, proxy_sealed: '' }
  if (!isMaskedAddress(proxy)) return sealedSetting(sealer, setting)
  const shown = stored === undefined ? '' : proxyOf(shownSetting(stored))
  if (stored === undefined || maskedAddress(proxy) !== shown) {
    const reason = 'reason.proxy_password_again'
    throw new GatewayError('channel.field_invalid', { field: 'setting', reason })
  }
  const { proxy_sealed } = stored
  const sealed = proxy_sealed || sealedSetting(sealer, stored.setting).proxy_sealed
  return { setting: withProxy(setting, shown), proxy_sealed: sealed }
}

/** From a text with the password in it. */
export function sealedSetting(sealer: Sealer, setting: string): StoredSetting {
  const proxy = proxyOf(setting)
  if (!hasCredentials(proxy)) return { setting, proxy_sealed: '' }
  return {
    setting: withProxy(setting, maskedAddress(proxy)),
    proxy_sealed: sealer.seal(proxy, CHANNEL_PROXY_PURPOSE),
  }
}

/** Whether an import names a proxy whose password is neither in the file nor here. */
export function lacksPassword(given: string, stored: StoredSetting | undefined): boolean {
  const proxy = proxyOf(given)
  if (!isMaskedAddress(proxy)) return false
  return stored === undefined || maskedAddress(proxy) !== proxyOf(shownSetting(stored))
}

export function withoutProxyPassword(setting: string): string {
  return withProxy(setting, withoutCredentials(proxyOf(setting)))
}
