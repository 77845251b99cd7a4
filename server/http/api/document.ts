import { ENDPOINTS } from '../../domain/endpoints'
import { documentEndpoints } from '../../domain/endpoints/document'
import { DOCS_PAGE, DOCS_SCRIPT, DOCS_STYLE } from '../docs-page'
import { handlers } from '../handlers'
import { openapiDocument } from '../openapi'

const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'"

export const documentRoutes = handlers(documentEndpoints, {
  'document.openapi': async ({ publicAddress, program }) =>
    Response.json(openapiDocument(ENDPOINTS, { publicAddress, version: program.version })),
  'document.page': async () => text(DOCS_PAGE, 'text/html'),
  'document.script': async () => text(DOCS_SCRIPT, 'text/javascript'),
  'document.style': async () => text(DOCS_STYLE, 'text/css'),
})

function text(body: string, type: string): Response {
  return new Response(body, {
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'content-security-policy': `${POLICY}; frame-ancestors 'none'; base-uri 'none'`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-cache',
    },
  })
}
