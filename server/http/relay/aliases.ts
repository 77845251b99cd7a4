/**
 * Everything below /v1 is below /openai/v1 as well: Groq's SDK has that path fixed, and clients of
 * Azure's newer API ask there.
 */
import { type AnyElysia, Elysia } from 'elysia'

const HOME = '/v1/'
const ALIAS = '/openai'

/** The same handlers under their second address; `plugins` have been mounted under their first. */
export function aliasRoutes(plugins: readonly AnyElysia[]) {
  const app = new Elysia({ name: 'relay-aliases' })
  for (const { method, path, handler, hooks } of plugins.flatMap(({ routes }) => routes)) {
    if (path.startsWith(HOME)) app.route(method, ALIAS + path, handler, hooks)
  }
  return app
}
