/** Actions on the row under the cursor, on all chosen rows, and on the whole list. */
import { failureText } from '../../../server/domain/api-calls/failure'
import { filledCommand } from '../../runtime/own-commands'
import type { Undo } from '../form-draft'
import type { Binding } from '../keys/binding'
import type { MenuItem, Tools } from '../tools'
import type { Identified, ListAction, ResourceDefinition, RowAction, RowTools } from './definition'
import type { ListState } from './use-resource-list-state'

interface ActionPlace<Row> {
  readonly state: ListState<Row>
  readonly tools: RowTools
  readonly unchoose: () => void
}

/** Keys and the menu of actions run the same. */
export function actionItems<Row extends Identified>(
  definition: ResourceDefinition<Row>,
  place: ActionPlace<Row>,
): readonly MenuItem[] {
  const { rowActions = [], listActions = [] } = definition
  const { state, tools } = place
  const { text } = tools
  const targets = targetsOf(state)
  const forRows = rowActions.filter(
    (action) =>
      targets.length > 0 &&
      (action.isSingle !== true || targets.length === 1) &&
      targets.some((row) => action.isFor?.(row, tools) ?? true),
  )
  return [
    ...forRows.map((action) => ({
      key: action.key,
      title: text(action.title),
      run: () => runOnRows(action, targets, { ...place, nameOf: definition.nameOf }),
    })),
    ...listActions.map((action) => ({
      key: action.key,
      title: text(action.title),
      run: () => runOnList(action, tools),
    })),
    ...ownItems(definition.id, targets, tools),
  ]
}

/** For one row. */
function ownItems<Row extends Identified>(
  view: string,
  targets: readonly Row[],
  { ownCommands, runProgram }: RowTools,
): readonly MenuItem[] {
  const [row] = targets
  if (row === undefined || targets.length > 1) return []
  return ownCommands
    .filter((command) => command.view === view)
    .map((command) => ({
      key: command.key,
      title: command.title,
      run: () => runProgram(filledCommand(command, row)),
    }))
}

export function actionBindings(items: readonly MenuItem[]): readonly Binding[] {
  return items.map(({ key, title, run }) => ({ keys: [key], title, run }))
}

function targetsOf<Row extends Identified>({
  rows,
  chosen,
  cursor,
}: ListState<Row>): readonly Row[] {
  const picked = rows.filter(({ id }) => chosen.has(id))
  return picked.length > 0 ? picked : rows.slice(cursor, cursor + 1)
}

function runOnRows<Row extends Identified>(
  action: RowAction<Row>,
  targets: readonly Row[],
  place: ActionPlace<Row> & Pick<ResourceDefinition<Row>, 'nameOf'>,
): void {
  const { tools, unchoose, nameOf } = place
  const { text } = tools
  const able = targets.filter((row) => action.isFor?.(row, tools) ?? true)
  const [first] = able
  if (first === undefined) return
  const isMany = targets.length > 1
  const manyTitle = text('tui.many_title', { action: text(action.title), count: able.length })
  const manyQuestion = action.isHarmless === true ? undefined : { title: manyTitle }
  const question = isMany ? manyQuestion : action.question?.(first, tools)
  const begin = async (): Promise<void> => {
    const name = isMany ? String(able.length) : nameOf(first)
    const undo = undoOf(action, able, { name, tools })
    const message = isMany ? await onMany(action, able, tools) : await action.run(first, tools)
    if (isMany) unchoose()
    if (message !== undefined) tools.say(message, undo)
  }
  ask(tools, question, () => void begin().catch(tools.fail).finally(tools.reload))
}

/** Asked before it is done: what brings back how the rows are now. */
function undoOf<Row>(
  action: RowAction<Row>,
  rows: readonly Row[],
  { name, tools }: { readonly name: string; readonly tools: RowTools },
): Undo | undefined {
  const undos = rows.flatMap((row) => action.undo?.(row, tools) ?? [])
  if (undos.length === 0 || undos.length < rows.length) return undefined
  const run = async (): Promise<void> => {
    for (const undo of undos) await undo()
  }
  return { title: `${tools.text(action.title)} ${name}`, run }
}

/** One after the other; those that are refused do not stop the rest. */
async function onMany<Row>(
  action: RowAction<Row>,
  rows: readonly Row[],
  tools: RowTools,
): Promise<string | undefined> {
  if (action.runMany !== undefined) return await action.runMany(rows, tools)
  const { text } = tools
  let done = 0
  let refusal = ''
  for (const row of rows) {
    try {
      await action.run(row, tools)
      done += 1
    } catch (error) {
      refusal ||= failureText(error, text)
    }
  }
  return refusal === ''
    ? text('tui.many_done', { count: done })
    : text('tui.many_partly', { count: done, total: rows.length, reason: refusal })
}

function runOnList(action: ListAction, tools: RowTools): void {
  const begin = async (): Promise<void> => {
    const message = await action.run(tools)
    if (message !== undefined) tools.say(message)
  }
  const question = action.question?.(tools)
  ask(tools, question, () => void begin().catch(tools.fail).finally(tools.reload))
}

function ask(
  tools: Tools,
  question: { readonly title: string; readonly message?: string } | undefined,
  onYes: () => void,
): void {
  if (question === undefined) onYes()
  else tools.open({ kind: 'question', question: { ...question, onYes } })
}
