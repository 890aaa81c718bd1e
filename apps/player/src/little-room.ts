import "./little-room.css";
