/** A browser and a system in few words, out of what browsers say of themselves. */

/** The first that is found counts: later ones are named by their rivals too. */
const BROWSERS = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['MicroMessenger', 'WeChat'],
  ['Firefox/', 'Firefox'],
  ['FxiOS', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['CriOS', 'Chrome'],
  ['Safari/', 'Safari'],
  ['curl/', 'curl'],
] as const

const SYSTEMS = [
  ['Windows', 'Windows'],
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Mac OS X', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const

/** "" for those who say nothing. */
export function deviceName(userAgent: string): string {
  const named = [BROWSERS, SYSTEMS].flatMap((rows) => {
    const row = rows.find(([mark]) => userAgent.includes(mark))
    return row === undefined ? [] : [row[1]]
  })
  return named.length > 0 ? named.join(' · ') : userAgent.slice(0, 60)
}
