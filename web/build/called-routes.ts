/**
 * The routes of the calls that the console makes: a browser has no use for the others. A call is
 * named by its id, or by the noun of it before a verb that is filled in.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ENDPOINTS } from '../../server/domain/endpoints'
import type { Method } from '../../server/domain/endpoints/endpoint'

const WEB = join(import.meta.dirname, '..')
const PLACES = ['api', 'app', 'components', 'pages', 'shell'].map((name) => join(WEB, name))

const LETTERS: Readonly<Record<Method, string>> = { GET: 'G', POST: 'P', PUT: 'U', DELETE: 'D' }

/** Their calls are made of a kind and a verb. */
const MADE = new Set(['drawing', 'task'])

/**
 * Id → letter of the method and path below /api, as "G/channel/:id"; a small letter where the call
 * can be made for an organisation. Every page carries it.
 */
export function calledRoutes(): Readonly<Record<string, string>> {
  const sources = PLACES.flatMap(textsIn).join('\n')
  const isNounCalled = (noun: string) => MADE.has(noun) || sources.includes(`\`${noun}.\${`)
  const isCalled = (id: string): boolean =>
    sources.includes(`'${id}'`) || isNounCalled(id.split('.')[0] ?? '')
  const called = ENDPOINTS.filter(({ id }) => isCalled(id))
  return Object.fromEntries(
    called.map(({ id, method, path, organisation }) => {
      const letter = LETTERS[method]
      const shown = organisation === undefined ? letter : letter.toLowerCase()
      return [id, shown + path.slice('/api'.length)]
    }),
  )
}

function textsIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => readFileSync(join(folder, path), 'utf8'))
}
