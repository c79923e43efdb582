// Places in the report as fragments of its address, so that one can send a link to what one sees:
//   #figure1-main                                  an experiment
//   #figure1-main/arm/KEY                          one of its arms
//   #figure1-main/arm/KEY/seed/7/step/12           a replay of it, at a step
//   #figure1-main/arm/KEY/seed/7/beside/OTHER      beside another arm on the same seed

const PARTS = ['arm', 'seed', 'beside', 'step'];

export function placeOf(fragment) {
  const [section, ...rest] = fragment.replace(/^#/, '').split('/').map(decoded);
  const place = { section };
  for (let i = 0; i + 1 < rest.length; i += 2) if (PARTS.includes(rest[i])) place[rest[i]] = rest[i + 1];
  return place;
}

export function fragmentOf(place) {
  const parts = PARTS.filter((name) => place[name] !== undefined && place[name] !== '');
  return `#${[place.section ?? '', ...parts.flatMap((name) => [name, place[name]])].map(encodeURIComponent).join('/')}`;
}

// Addresses are typed by people too.
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
