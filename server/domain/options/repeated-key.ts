/** Strings and the signs that make structure; numbers and words between them do not matter. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:]/g

/**
 * A key that an object of valid JSON text has twice. `JSON.parse` keeps the last one without a
 * word, so one of two groups or prices of the same name would silently be lost.
 */
export function repeatedKey(json: string): string | undefined {
  const open: Set<string>[] = []
  let last = '""'
  for (const [token] of json.matchAll(TOKEN)) {
    if (token === '{' || token === '[') open.push(new Set())
    else if (token === '}' || token === ']') open.pop()
    else if (token !== ':') last = token
    else {
      const key = String(JSON.parse(last))
      const keys = open.at(-1)
      if (keys?.has(key)) return key
      keys?.add(key)
    }
  }
  return undefined
}
