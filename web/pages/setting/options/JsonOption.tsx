/** A JSON setting: rows where they can show it, and the text itself for those who paste. */
import { Button, SegmentedControl } from '@primer/react'
import { useId, useState } from 'react'
import { optionRow } from '../../../../server/domain/options'
import { JsonEditor } from '../../../components/JsonEditor'
import { useText } from '../../../language'
import type { OptionFieldProps } from './OptionField'
import { TEMPLATES } from './option-facts'
import { RowEditor } from './rows/RowEditor'
import { ROW_TABLES } from './rows/row-tables'
import { useRows } from './rows/use-rows'
import { useCaption } from './use-caption'

/** A setting without a table has one that nothing can be read into. */
const NO_TABLE = { shape: 'map', columns: [] } as const

export function JsonOption({ optionKey, form }: OptionFieldProps) {
  const { text } = useText()
  const id = useId()
  const caption = useCaption(optionKey)
  const [isJson, showJson] = useState(false)
  const table = ROW_TABLES[optionKey] ?? NO_TABLE
  const value = form.valueOf(optionKey)
  const problem = form.problemOf(optionKey)
  const onChange = (typed: string): void => form.edit(optionKey, typed)
  const rows = useRows({ optionKey, table, value, onChange })
  const name = text(`setting.${optionKey}`)
  const shownRows = isJson ? undefined : rows
  return (
    <fieldset className="options-json" aria-labelledby={id}>
      <header>
        <div>
          <h3 id={id}>{name}</h3>
          {caption !== undefined && <p className="field-caption">{caption}</p>}
        </div>
        <SegmentedControl
          size="small"
          aria-label={text('rows.how', { name })}
          onChange={(index) => showJson(index === 1)}
        >
          <SegmentedControl.Button selected={shownRows !== undefined} disabled={rows === undefined}>
            {text('rows.as_table')}
          </SegmentedControl.Button>
          <SegmentedControl.Button selected={shownRows === undefined}>
            {text('rows.as_json')}
          </SegmentedControl.Button>
        </SegmentedControl>
      </header>
      {shownRows !== undefined ? (
        <>
          <RowEditor name={name} table={table} form={shownRows} isAsked={problem !== undefined}>
            <Beginnings optionKey={optionKey} form={form} />
          </RowEditor>
          {problem !== undefined && shownRows.problems.size === 0 && (
            <p className="rows-problem" role="alert">
              {problem}
            </p>
          )}
        </>
      ) : (
        <>
          <JsonEditor
            label={name}
            isLabelHidden
            caption={rows === undefined ? text('rows.json_only') : undefined}
            problem={problem}
            value={value}
            onChange={onChange}
          />
          <div className="form-inline">
            <Beginnings optionKey={optionKey} form={form} />
          </div>
        </>
      )}
    </fieldset>
  )
}

/** What a setting can be begun with: a template, or what it is at first. */
function Beginnings({ optionKey, form }: OptionFieldProps) {
  const { text } = useText()
  const row = optionRow(optionKey)
  const initial = row.format(row.default)
  const template = TEMPLATES[optionKey]
  const offers = [
    {
      label: text('options.fill_template'),
      value: template === undefined ? undefined : JSON.stringify(template, undefined, 2),
    },
    { label: text('options.fill_default'), value: initial },
  ]
  const name = text(`setting.${optionKey}`)
  const now = form.valueOf(optionKey)
  const shown = offers.filter(({ value }) => value !== undefined && value !== now)
  return shown.map(({ label, value = '' }) => (
    <Button
      key={label}
      size="small"
      variant="invisible"
      aria-label={`${label}: ${name}`}
      onClick={() => form.edit(optionKey, value)}
    >
      {label}
    </Button>
  ))
}
