/** Which compression a client takes. */

export type Coding = 'br' | 'gzip' | 'identity'

/** The best of those there are, by `accept-encoding`. */
export function codingFor(accepted: string, there: (coding: Coding) => boolean): Coding {
  const parts = accepted.toLowerCase().split(',')
  const takes = (coding: Coding): boolean =>
    there(coding) &&
    parts.some((part) => {
      const [name = '', weight = ''] = part.trim().split(/\s*;\s*/)
      return name === coding && !/^q=0(?:\.0*)?$/.test(weight)
    })
  if (takes('br')) return 'br'
  return takes('gzip') ? 'gzip' : 'identity'
}

/** Whether `if-none-match` names this tag. */
export function isKnown(header: string | null, etag: string): boolean {
  const tags = (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes(etag.replace(/^W\//, '')) || tags.includes('*')
}
