import { Document, visit } from 'yaml'
import { escapedText } from '../../server/domain/text/visible-text'
import type { Printer } from './output-format'

/** What would steer a terminal stands in double quotes, where it can be escaped. */
function yamlText(value: unknown): string {
  const document = new Document(value)
  visit(document, {
    Scalar(_, scalar) {
      const { value: text } = scalar
      if (typeof text === 'string' && escapedText(text) !== text) scalar.type = 'QUOTE_DOUBLE'
    },
  })
  return escapedText(document.toString({ lineWidth: 0 }))
}

export const YAML_PRINTER: Printer = {
  line: (row) => yamlText([row]),
  some: (rows) => (rows.length === 0 ? '' : yamlText(rows)),
  end: (count) => (count === 0 ? '[]\n' : ''),
  value: yamlText,
}
