/** A white picture of 64 by 64 dots, for channels that are tested by something to look at. */
export const DOT = [
  'data:image/png;base64,',
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAAAAACPAi4CAAAAKUlEQVR42u3MQREAAAwCIPuX1hD77SAA6VEE',
  'AoFAIBAIBAKBQCAQfA8Gpwvw4qrwDDIAAAAASUVORK5CYII=',
].join('')
