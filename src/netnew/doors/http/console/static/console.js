// Live updates and small comforts. Every page reads and votes without this file.
"use strict";

const NAMES = {
  gate: ["new verdict", "new verdicts"],
  review: ["vote or change in the queue", "votes or changes in the queue"],
  ratchet: ["new row of a harness", "new rows of harnesses"],
  meter: ["new reading of a loop", "new readings of loops"],
  bases: ["change of a base", "changes of bases"],
  memory: ["new memory", "new memories"],
};
const AWAY_MS = 30000;

function listen() {
  const watched = document.body.dataset.watch.split(" ").filter(Boolean);
  if (!watched.length || !window.EventSource) return;
  let first = null;
  let source = null;

  const open = () => {
    source = new EventSource("/events");
    source.addEventListener("heads", (event) => {
      const heads = JSON.parse(event.data);
      if (first === null) first = heads;
      tell(watched, first, heads);
    });
    source.addEventListener("error", () => {
      // The browser comes back by itself, unless it was refused.
      if (source.readyState === EventSource.CLOSED) setTimeout(open, AWAY_MS);
    });
  };
  // A page in the background holds no stream.
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) {
      if (source) source.close();
    } else {
      open();
    }
  });
  addEventListener("pagehide", () => source && source.close());
  if (!document.hidden) open();
}

function tell(watched, before, now) {
  const parts = [];
  for (const name of watched) {
    const more = (now[name] || 0) - (before[name] || 0);
    const [one, many] = NAMES[name] || ["new row", "new rows"];
    if (more > 0) parts.push(`${more} ${more === 1 ? one : many}`);
  }
  const place = document.getElementById("live");
  if (!parts.length || !place) return;
  const link = document.createElement("a");
  link.href = document.body.dataset.here;
  link.textContent = "Show";
  place.replaceChildren(`${parts.join(", ")}. `, link);
}

for (const select of document.querySelectorAll("select[data-submits]")) {
  select.form.querySelector("button").hidden = true;
  select.addEventListener("change", () => select.form.requestSubmit());
}

for (const button of document.querySelectorAll("button[data-ticks]")) {
  const boxes = button.form.querySelectorAll("input[type=checkbox]");
  button.hidden = boxes.length < 2;
  button.addEventListener("click", () => {
    const all = [...boxes].every((box) => box.checked);
    for (const box of boxes) box.checked = !all;
    button.textContent = all ? "Tick all" : "Tick none";
  });
}

listen();
