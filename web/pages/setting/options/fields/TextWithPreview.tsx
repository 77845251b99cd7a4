import { SegmentedControl, SkeletonBox, Textarea } from '@primer/react'
import { Suspense, useState } from 'react'
import { useText } from '../../../../app/language'
import { Field } from '../../../../components/form/Field'
import { lazyPart } from '../../../../components/late/lazy-part'
import type { OptionFieldProps } from './option-field-props'
import { useCaption } from './use-caption'

const SiteText = lazyPart(() => import('../../../../components/text/SiteText'))

/** Markdown or HTML next to what visitors will see of it. */
export function TextWithPreview({ optionKey, form }: OptionFieldProps) {
  const { text } = useText()
  const caption = useCaption(optionKey)
  const [isPreview, preview] = useState(false)
  const name = text(`setting.${optionKey}`)
  const value = form.valueOf(optionKey)
  return (
    <div className="options-text">
      <SegmentedControl
        size="small"
        aria-label={text('options.edit_or_preview', { name })}
        onChange={(index) => preview(index === 1)}
      >
        <SegmentedControl.Button selected={!isPreview}>{text('ui.edit')}</SegmentedControl.Button>
        <SegmentedControl.Button selected={isPreview}>
          {text('options.preview')}
        </SegmentedControl.Button>
      </SegmentedControl>
      {isPreview ? (
        <section className="options-preview" aria-label={`${text('options.preview')}: ${name}`}>
          {value.trim() === '' ? (
            <p className="muted">{text('options.preview_empty')}</p>
          ) : (
            <Suspense fallback={<SkeletonBox height="120px" width="100%" />}>
              <SiteText source={value} title={name} />
            </Suspense>
          )}
        </section>
      ) : (
        <Field label={name} caption={caption} problem={form.problemOf(optionKey)}>
          <Textarea
            block
            resize="vertical"
            rows={optionKey === 'Footer' ? 3 : 8}
            value={value}
            onChange={(event) => form.edit(optionKey, event.target.value)}
          />
        </Field>
      )}
    </div>
  )
}
