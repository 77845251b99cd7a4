import { Select } from '@primer/react'
import { channelTypeName } from '../../../server/domain/channels/type-name'
import { useEndpoint } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { typeFacts } from './type-facts'

interface TypeFilterProps {
  readonly chosen: string
  readonly onChoose: (type: string) => void
}

/** The types that there are channels of, the most frequent first. */
export function TypeFilter({ chosen, onChoose }: TypeFilterProps) {
  const { text, language } = useText()
  const { data } = useEndpoint('stats.counts', { query: { noun: 'channel' } })
  const types = data?.types ?? []
  const nameOf = (type: number): string => {
    const facts = typeFacts(type)
    return facts === undefined ? String(type) : channelTypeName(facts, language)
  }
  return (
    <Select
      aria-label={text('field.channel.type')}
      value={chosen}
      onChange={({ target }) => onChoose(target.value)}
    >
      <Select.Option value="">{text('channel.all_types')}</Select.Option>
      {types.map(({ type, count }) => (
        <Select.Option key={type} value={String(type)}>
          {`${nameOf(type)} (${count})`}
        </Select.Option>
      ))}
    </Select>
  )
}
