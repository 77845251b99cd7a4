/** Where somebody was going who had to sign in first; pages of this console only. */
export function nextPage(search: URLSearchParams): string | undefined {
  const next = search.get('next') ?? ''
  return /^\/(?![/\\])/.test(next) ? next : undefined
}
