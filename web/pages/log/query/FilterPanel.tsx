import { FilterIcon } from '@primer/octicons-react'
import { Button, Select } from '@primer/react'
import { useState } from 'react'
import type { TextKey } from '../../../../server/domain/i18n/translate'
import { LOG_TYPE_WORDS, type LogFieldName } from '../../../../server/domain/logs/query/fields'
import { fieldIn, typedValue, withField } from '../../../../server/domain/logs/query/lex'
import { useText } from '../../../app/language'
import { SearchBox } from '../../../components/list/SearchBox'

interface FilterPanelProps {
  readonly line: string
  readonly isForAll: boolean
  readonly onAsk: (line: string) => void
}

const FIELDS: readonly (readonly [LogFieldName, TextKey])[] = [
  ['token', 'log.by_token'],
  ['model', 'log.by_model'],
  ['group', 'log.by_group'],
  ['request', 'field.log.request_id'],
]

const FOR_ADMINS: readonly (readonly [LogFieldName, TextKey])[] = [
  ['user', 'log.by_user'],
  ['channel', 'log.by_channel'],
]

/** The usual filters one by one, for those who would rather not write a line. */
export function useFilterPanel({ line, isForAll, onAsk }: FilterPanelProps) {
  const { text } = useText()
  const [isOpen, setOpen] = useState(false)
  const fields = isForAll ? [...FIELDS, ...FOR_ADMINS] : FIELDS
  const button = (
    <Button leadingVisual={FilterIcon} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
      {text('log.filters')}
    </Button>
  )
  const panel = isOpen && (
    <div className="log-filters">
      {fields.map(([field, label]) => (
        <SearchBox
          key={field}
          label={text(label)}
          value={fieldIn(line, field)}
          onChange={(value) => onAsk(withField(line, field, typedValue(value)))}
        />
      ))}
      <Select
        aria-label={text('field.log.type')}
        value={fieldIn(line, 'type')}
        onChange={(event) => onAsk(withField(line, 'type', event.target.value))}
      >
        <Select.Option value="">{text('ui.all')}</Select.Option>
        {LOG_TYPE_WORDS.map((name) => (
          <Select.Option key={name} value={name}>
            {text(`log_type.${name}`)}
          </Select.Option>
        ))}
      </Select>
    </div>
  )
  return { button, panel }
}
