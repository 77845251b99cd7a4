import type { UpstreamCall } from './dialect'

/** Headers that the type's row states. One whose placeholder is empty is not sent. */
export function rowHeaders({ channel }: Pick<UpstreamCall, 'channel'>): Record<string, string> {
  const { type, other, organization } = channel
  const headers: Record<string, string> = {}
  for (const [name, template] of Object.entries(type.headers)) {
    const value = template.replaceAll('{other}', other || type.defaultOther)
    if (value !== '') headers[name.toLowerCase()] = value
  }
  if (type.traits.takesOrganization && organization !== '') {
    headers['openai-organization'] = organization
  }
  return headers
}
