/** The description of the API itself. */
import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint'

function page<const Id extends string, const Path extends `/api/${string}`>(
  id: Id,
  path: Path,
  summary: string,
) {
  return endpoint({
    id,
    method: 'GET',
    path,
    role: 'anonymous',
    data: Type.Unknown(),
    summary,
    example: undefined,
  })
}

/** Their answers are documents, without the envelope. */
export const documentEndpoints = [
  page('document.openapi', '/api/openapi.json', 'This document, as OpenAPI 3.1.'),
  page('document.page', '/api/docs', 'A page that shows this document.'),
  page('document.script', '/api/docs.js', 'Script of that page.'),
  page('document.style', '/api/docs.css', 'Style of that page.'),
] as const
