import { useEndpoint } from '../../../api/use-endpoint'
import { useText } from '../../../app/language'
import { TextLink } from '../../../components/text/TextLink'
import { foundModelsPath } from './found-models-path'

/** How many changes of upstream models wait; nothing where none does. */
export function FoundModels({ channelId }: { readonly channelId: number }) {
  const { text } = useText()
  const { data } = useEndpoint('upstream_model.channels')
  const found = data?.find(({ channel_id: id }) => id === channelId)
  const count = found === undefined ? 0 : found.new + found.gone + found.renamed
  if (count === 0) return null
  return (
    <TextLink to={foundModelsPath(channelId)}>
      {text('upstream_models.counted', { count })}
    </TextLink>
  )
}
