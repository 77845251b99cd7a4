import type { RelayChannel } from '../../ports/ports'

/** What shows an upstream whose channel calls, where the key itself does; else nothing. */
export function keyHeaders({
  type,
  key,
}: Pick<RelayChannel, 'type' | 'key'>): Readonly<Record<string, string>> {
  switch (type.auth) {
    case 'bearer':
      return { authorization: `Bearer ${key}` }
    case 'api-key-header':
      return { 'api-key': key }
    case 'x-api-key':
    case 'x-goog-api-key':
      return { [type.auth]: key }
    case 'vendor':
      return {}
  }
}
