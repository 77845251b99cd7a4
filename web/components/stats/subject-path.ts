/** Addresses of the pages that things have. */
export function subjectPath(
  kind: 'user' | 'token' | 'model' | 'channel' | 'redemption' | 'order',
  subject: number | string,
): string {
  return `/${kind}/${encodeURIComponent(subject)}`
}
