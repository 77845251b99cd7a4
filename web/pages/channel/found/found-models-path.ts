/** Where what waits of a channel's upstream models is shown. */
export function foundModelsPath(channelId: number): string {
  return `/channel/upstream-models?channel=${channelId}`
}
