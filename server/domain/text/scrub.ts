/** Takes keys and names out of what is going to be shown to others. */

/** Shorter ones would be found in any text. */
const LEAST_CHARACTERS = 6
const SCRUBBED = 'scrubbed'
const ADDRESS = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g
/** Accounts, projects and keys, as vendors write them. */
const NAMES = /\b(sk|org|proj|user|acct|key)([-_])[A-Za-z0-9_-]{8,}/g

/** `secrets` are taken out wherever they stand; then what has the form of a key or a name. */
export function scrubbed(text: string, secrets: readonly string[]): string {
  const known = secrets.filter((secret) => secret.length >= LEAST_CHARACTERS)
  return known
    .reduce((rest, secret) => rest.replaceAll(secret, SCRUBBED), text)
    .replace(NAMES, `$1$2${SCRUBBED}`)
    .replace(ADDRESS, `${SCRUBBED}@example.com`)
}
