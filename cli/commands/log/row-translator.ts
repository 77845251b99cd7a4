import { contentOf } from '../../../server/domain/logs/content'
import type { LogView } from '../../../server/services/logs/list'
import type { CommandContext } from '../../command/context'

/** Puts the text of a row in the reader's language where it is stored as a kind and numbers. */
export async function rowTranslator(context: CommandContext) {
  const services = await context.services()
  const reader = await services.logs.reader({ language: context.language, seesUpstream: true })
  return <Row extends LogView>(row: Row): Row => ({ ...row, content: contentOf(row, reader) })
}
